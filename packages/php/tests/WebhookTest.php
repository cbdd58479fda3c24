<?php

declare(strict_types=1);

use Docloom\InvalidWebhook;
use Docloom\Webhook;
use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/../autoload.php';

final class WebhookTest extends TestCase
{
    private const KEY = '0123456789abcdef01234567';

    private static function secret(): string
    {
        return 'whsec_' . base64_encode(self::KEY);
    }

    private static function headers(string $body, int $seconds = 0, string $key = self::KEY): array
    {
        $timestamp = (string) (time() + $seconds);
        $signature = base64_encode(hash_hmac('sha256', "msg_1.$timestamp.$body", $key, true));
        return ['Webhook-Id' => 'msg_1', 'Webhook-Timestamp' => $timestamp, 'Webhook-Signature' => "v1,AAAA v1,$signature"];
    }

    public function testTakesWhatTheServiceSigned(): void
    {
        $body = '{"type":"run.done","data":{"name":"ü.pdf"}}';
        $this->assertSame('ü.pdf', Webhook::verify($body, self::headers($body), self::secret())['data']['name']);
        $this->assertSame('run.done', Webhook::verify($body, self::headers($body), ['whsec_AAAA', self::secret()])['type']);
        $this->assertSame('run.done', Webhook::verify($body, self::headers($body, 0, 'plain text'), 'plain text')['type']);
    }

    public function testReadsForms(): void
    {
        $body = 'type=x&data%5Bname%5D=a.pdf&data%5Bfields%5D%5BName%5D=Ann';
        $this->assertSame(['name' => 'a.pdf', 'fields' => ['Name' => 'Ann']], Webhook::verify($body, self::headers($body), self::secret())['data']);
    }

    /** @dataProvider refused */
    public function testRefusesOthersAndSaysWhy(array $headers, string $secret, string $reason): void
    {
        $this->expectException(InvalidWebhook::class);
        $this->expectExceptionMessage($reason);
        Webhook::verify('{}', $headers, $secret);
    }

    public static function refused(): array
    {
        return [
            [self::headers('{}', -310), self::secret(), 'five minutes'],
            [self::headers('{}', 310), self::secret(), 'five minutes'],
            [self::headers('{} '), self::secret(), 'no signature is right'],
            [self::headers('{}'), 'whsec_AAAA', 'no signature is right'],
            [self::headers('{}'), '', 'no secret'],
            [['Webhook-Id' => '1'], self::secret(), 'webhook-timestamp, webhook-signature'],
        ];
    }
}
