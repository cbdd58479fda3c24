<?php

declare(strict_types=1);

use Docloom\Docloom;
use Docloom\DocloomError;
use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/../autoload.php';

/** Against the service of DOCLOOM_URL, DOCLOOM_KEY and DOCLOOM_SECRET. */
final class ServiceTest extends TestCase
{
    private Docloom $docloom;
    private array $document;

    protected function setUp(): void
    {
        if (!getenv('DOCLOOM_URL')) {
            $this->markTestSkipped('DOCLOOM_URL says no service');
        }
        $this->docloom = new Docloom();
        $this->document = $this->docloom->documents->create([
            'name' => 'PHP ' . bin2hex(random_bytes(8)),
            'type' => 'html',
            'output' => 'pdf',
            'html' => '<h1>Hello {$Name}!</h1>',
        ]);
    }

    protected function tearDown(): void
    {
        $this->docloom->documents->delete($this->document['id']);
    }

    public function testHasEveryOperationOfTheService(): void
    {
        $wanted = [];
        foreach ($this->docloom->service->getOpenapiJson()['paths'] as $path => $methods) {
            foreach (array_keys($methods) as $method) {
                $wanted[] = strtoupper($method) . " $path";
            }
        }
        $found = [];
        foreach (get_object_vars($this->docloom) as $resource) {
            foreach ((new ReflectionClass($resource))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
                preg_match_all('/`((?:GET|POST|PUT|DELETE) \S+)`\n/', (string) $method->getDocComment(), $lines);
                array_push($found, ...$lines[1]);
            }
        }
        $this->assertSame([], array_values(array_diff($wanted, $found)));
    }

    public function testMerges(): void
    {
        $merged = $this->docloom->merge->now($this->document['url'], ['Name' => 'Ann']);
        $this->assertStringStartsWith('%PDF', $merged->bytes());
        $this->assertSame('done', $this->docloom->runs->get($merged->runId)['status']);
        $test = $this->docloom->merge->now(['document' => $this->document['id']], ['Name' => 'Ann'], test: true);
        $this->assertSame('application/pdf', $test->mediaType);
    }

    public function testDoesNotMergeTwiceUnderOneKey(): void
    {
        $key = bin2hex(random_bytes(16));
        $runs = [];
        for ($times = 0; $times < 2; $times++) {
            $runs[] = $this->docloom->merge->later($this->document['url'], ['Name' => 'Ann'], idempotencyKey: $key);
        }
        $this->assertSame($runs[0], $runs[1]);
    }

    public function testChangesOnlyWhatIsAsItWasSeen(): void
    {
        $id = $this->document['id'];
        $this->docloom->documents->get($id);
        $etag = $this->docloom->head()->etag;
        $this->assertNull($this->docloom->documents->get($id, ifNoneMatch: $etag));
        $this->docloom->documents->update($id, ['name' => 'Changed ' . bin2hex(random_bytes(4))], ifMatch: $etag);
        $this->expectExceptionCode(412);
        $this->docloom->documents->update($id, ['name' => 'Late'], ifMatch: $etag);
    }

    public function testWorksOnFilesSmallAndLarge(): void
    {
        $pdf = (string) tempnam(sys_get_temp_dir(), 'docloom');
        $large = "$pdf-large.pdf";
        $this->docloom->merge->now($this->document['url'], ['Name' => 'Ann'])->save($pdf);
        // a comment at its end makes it large enough to go as a part of a form
        file_put_contents($large, file_get_contents($pdf) . "\n%" . str_repeat(' ', 7 * 1024 * 1024) . "\n");
        $files = [Docloom::file($large), Docloom::file($pdf, 'a.pdf')];
        $both = $this->docloom->tools->combine(['output' => 'pdf', 'files' => $files]);
        $info = $this->docloom->tools->pdfInfo(['file' => ['name' => 'b.pdf', 'contents' => $both->stream()]]);
        $this->assertSame(2, $info['pages']);
        array_map('unlink', [$pdf, $large]);
    }

    public function testMergesAListAndGoesThroughPages(): void
    {
        $accepted = $this->docloom->merge->batchDocument($this->document['id'], "Name\nAnn\nBob\n", contentType: 'text/csv');
        $this->assertSame(2, $accepted['records']);
        foreach (['A', 'B', 'C'] as $name) {
            $this->docloom->samples->create($this->document['id'], ['name' => $name, 'data' => ['Name' => $name]]);
        }
        $samples = $this->docloom->every($this->docloom->samples->list(...), $this->document['id'], limit: 2);
        $this->assertCount(3, iterator_to_array($samples, false));
    }

    public function testFailuresHaveCodes(): void
    {
        try {
            $this->docloom->documents->get('999999999');
            $this->fail();
        } catch (DocloomError $error) {
            $this->assertSame([404, 'document_not_found'], [$error->status, $error->reason]);
            $this->assertNotSame('', $error->requestId);
        }
    }
}
