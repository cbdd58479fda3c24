<?php
// Answers each line of JSON ({"template", "data"}) with a line of JSON ({"text"} or {"error"}): what Smarty 4 prints.
error_reporting(0);
ini_set('display_errors', '0');
ini_set('precision', '14');
ini_set('serialize_precision', '-1');
ini_set('memory_limit', '1G');
date_default_timezone_set('UTC');
setlocale(LC_ALL, 'C');
mb_internal_encoding('UTF-8');
mb_regex_encoding('UTF-8');
require '/usr/share/php/smarty4/Smarty.class.php';
$compileDir = sys_get_temp_dir() . '/docloom-smarty-' . getmypid();
while (($line = fgets(STDIN)) !== false) {
    $case = json_decode($line, true);
    $smarty = new Smarty();
    $smarty->setCompileDir($compileDir);
    $smarty->setCaching(Smarty::CACHING_OFF);
    $smarty->muteUndefinedOrNullWarnings();
    set_error_handler(static fn() => true);
    $level = ob_get_level();
    try {
        $smarty->assign($case['data']);
        $answer = ['text' => $smarty->fetch('eval:' . $case['template'])];
    } catch (Throwable $problem) {
        while (ob_get_level() > $level) {
            ob_end_clean();
        }
        $answer = ['error' => get_class($problem) . ': ' . $problem->getMessage()];
    }
    restore_error_handler();
    fwrite(STDOUT, json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE) . "\n");
}
