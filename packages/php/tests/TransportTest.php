<?php

declare(strict_types=1);

use Docloom\ConnectionFailed;
use Docloom\Docloom;
use Docloom\DocloomError;
use Docloom\LocalFile;
use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/../autoload.php';

/** What is sent, and when it is sent again: against a server of this test. */
final class TransportTest extends TestCase
{
    private static string $folder;
    private static string $root;
    /** @var resource */
    private static mixed $server;
    private Docloom $docloom;
    /** @var list<float> */
    private array $waits = [];

    public static function setUpBeforeClass(): void
    {
        self::$folder = sys_get_temp_dir() . '/docloom-' . bin2hex(random_bytes(4));
        mkdir(self::$folder);
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        self::$root = 'http://' . stream_socket_get_name($listener, false);
        fclose($listener);
        $command = [PHP_BINARY, '-d', 'upload_max_filesize=20M', '-d', 'post_max_size=20M', '-S', substr(self::$root, 7), __DIR__ . '/answering.php'];
        $quiet = [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']];
        self::$server = proc_open($command, $quiet, $pipes, null, ['ANSWERS' => self::$folder, 'PATH' => getenv('PATH')]);
        for ($tries = 0; $tries < 100 && !@stream_socket_client('tcp' . substr(self::$root, 4)); $tries++) {
            usleep(50_000);
        }
    }

    public static function tearDownAfterClass(): void
    {
        proc_terminate(self::$server);
        array_map('unlink', glob(self::$folder . '/*') ?: []);
        rmdir(self::$folder);
    }

    protected function setUp(): void
    {
        @unlink(self::$folder . '/requests');
        @unlink(self::$folder . '/answers');
        $this->docloom = new Docloom(self::$root, 'key', 'sécret', wait: function (float $seconds): void {
            $this->waits[] = $seconds;
        });
    }

    private function answers(array ...$answers): void
    {
        file_put_contents(self::$folder . '/answers', json_encode($answers));
    }

    private function requests(): array
    {
        return json_decode((string) file_get_contents(self::$folder . '/requests'), true);
    }

    private static function problem(int $status, string $code, array $headers = []): array
    {
        return [$status, $headers, json_encode(['error' => 'No.', 'code' => $code, 'request_id' => 'r1'])];
    }

    public function testSendsAgainUnderOneKeyWhenTheServiceAsksToWait(): void
    {
        $this->answers(self::problem(429, 'x', ['Retry-After' => '7']), self::problem(500, 'x'), [200, [], '{"id":"1"}']);
        $this->assertSame('1', $this->docloom->documents->create(['name' => 'A', 'type' => 'html'])['id']);
        $keys = array_map(static fn (array $request): string => $request['headers']['idempotency-key'], $this->requests());
        $this->assertCount(3, $keys);
        $this->assertCount(1, array_unique($keys));
        $this->assertSame(7.0, $this->waits[0]);
        $this->assertTrue($this->waits[1] > 0.2 && $this->waits[1] <= 0.8);
    }

    public function testDoesNotRepeatWhatHasNoKeyAndWasPossiblyDone(): void
    {
        $this->answers(self::problem(500, 'x'));
        try {
            $this->docloom->account->createKey(['name' => 'A']);
            $this->fail();
        } catch (DocloomError $error) {
            $this->assertSame([500, 'x', 'r1', 'No.'], [$error->status, $error->reason, $error->requestId, $error->getMessage()]);
        }
        $this->assertCount(1, $this->requests());
    }

    public function testSaysThatNobodyAnswers(): void
    {
        $nobody = new Docloom('http://127.0.0.1:1', retries: 2, wait: function (float $seconds): void {
            $this->waits[] = $seconds;
        });
        try {
            $nobody->merge->now('http://127.0.0.1:1/merge/7/SECRET?x=1');
            $this->fail();
        } catch (ConnectionFailed $error) {
            $this->assertStringNotContainsString('SECRET', $error->getMessage());
        }
        $this->assertCount(2, $this->waits);
    }

    public function testSendsCredentialsOnlyWhereTheyAreNeeded(): void
    {
        $this->docloom->account->get();
        $this->docloom->merge->later(self::$root . '/merge/7/KEY');
        [$first, $second] = $this->requests();
        $this->assertSame('Basic ' . base64_encode('key:sécret'), $first['headers']['authorization']);
        $this->assertArrayNotHasKey('authorization', $second['headers']);
        $this->assertSame('{}', $second['body']);
    }

    public function testSendsSmallFilesAsBase64AndLargeOnesAsParts(): void
    {
        $small = self::$folder . '/a.pdf';
        $large = self::$folder . '/ü.pdf';
        file_put_contents($small, 'small');
        file_put_contents($large, str_repeat('x', 7 * 1024 * 1024));
        $pdf = [200, ['Content-Type' => 'application/pdf'], '%PDF'];
        $this->answers(self::problem(503, 'busy'), $pdf, $pdf);
        $this->docloom->tools->flattenPdf(['file' => Docloom::file($small)]);
        $this->docloom->tools->splitPdf(['file' => Docloom::file($large), 'extract' => '1', 'single' => true]);
        [, $base64, $form] = $this->requests();
        $this->assertSame(['file' => ['name' => 'a.pdf', 'contents' => base64_encode('small')]], json_decode($base64['body'], true));
        $this->assertSame(['file' => ['name' => 'ü.pdf'], 'extract' => '1', 'single' => '1'], $form['form']);
        $this->assertSame([['contents' => 'ü.pdf'], ['contents' => 7 * 1024 * 1024]], $form['files']['file']);
    }

    public function testSendsAListAsItIsAndAgainFromItsBeginning(): void
    {
        $rows = self::$folder . '/rows.csv';
        file_put_contents($rows, "Name\nAnn\n");
        $this->answers(self::problem(503, 'busy'));
        $this->docloom->merge->batchDocument('7', new LocalFile($rows), deliver: false, contentType: 'text/csv');
        $request = $this->requests()[1];
        $this->assertSame(
            ['POST /api/documents/7/batch?deliver=0', 'text/csv', "Name\nAnn\n"],
            [$request['line'], $request['headers']['content-type'], $request['body']],
        );
    }

    public function testSavesAFileUnderItsNameAndKeepsItInTheFolder(): void
    {
        $disposition = "attachment; filename=\"x.pdf\"; filename*=UTF-8''..%2F%C3%BC2.pdf";
        $this->answers([200, ['Content-Type' => 'application/pdf', 'Content-Disposition' => $disposition, 'X-Run-Id' => '9'], '%PDF']);
        $file = $this->docloom->merge->now(['document' => '7'], ['Name' => 'Ann']);
        $saved = $file->save(self::$folder);
        $this->assertSame([self::$folder . '/ü2.pdf', '%PDF', '9'], [$saved, file_get_contents($saved), $file->runId]);
    }

    public function testGoesThroughAllPagesAndKnowsEtags(): void
    {
        $link = ['Link' => '</api/runs?cursor=a%20b&limit=1>; rel="next"', 'ETag' => '"1"'];
        $this->answers([200, $link, '[{"id":"1"}]'], [200, [], '[{"id":"2"}]'], [304, [], '']);
        $ids = [];
        foreach ($this->docloom->every($this->docloom->runs->list(...), limit: 1) as $run) {
            $ids[] = $run['id'];
        }
        $this->assertSame(['1', '2'], $ids);
        $this->assertSame('GET /api/runs?limit=1&cursor=a+b', $this->requests()[1]['line']);
        $this->assertNull($this->docloom->documents->get('7', ifNoneMatch: '"5"'));
    }

    public function testAnswersOfProxiesAreFailuresInWords(): void
    {
        $this->answers([502, ['Content-Type' => 'text/html'], '<h1>Bad gateway</h1>']);
        $this->expectExceptionMessage('status 502');
        (new Docloom(self::$root, retries: 0))->account->get();
    }
}
