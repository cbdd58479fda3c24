<?php

// Answers what the test wrote into its folder, in turn, and keeps what came: `php -S 127.0.0.1:PORT answering.php`.
declare(strict_types=1);

$folder = getenv('ANSWERS');
$answers = json_decode((string) @file_get_contents("$folder/answers"), true) ?: [];
$requests = json_decode((string) @file_get_contents("$folder/requests"), true) ?: [];
$files = array_map(static fn (array $file): array => [$file['name'], $file['size']], $_FILES);
$requests[] = [
    'line' => "$_SERVER[REQUEST_METHOD] $_SERVER[REQUEST_URI]",
    'headers' => array_change_key_case(getallheaders()),
    'body' => file_get_contents('php://input'),
    'form' => $_POST,
    'files' => $files,
];
file_put_contents("$folder/requests", json_encode($requests));
[$status, $headers, $body] = array_shift($answers) ?? [200, [], '{}'];
file_put_contents("$folder/answers", json_encode($answers));
http_response_code($status);
header('Content-Type: application/json');
foreach ($headers as $name => $value) {
    header("$name: $value");
}
echo $body;
