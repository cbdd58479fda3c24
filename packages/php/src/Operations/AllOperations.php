<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Transport;

/** Every operation of the service, by resource. Made from the service's OpenAPI document (`npm run clients`); not edited by hand. */
class AllOperations
{
    public readonly ToolsOperations $tools;
    public readonly DocumentsOperations $documents;
    public readonly SamplesOperations $samples;
    public readonly VersionsOperations $versions;
    public readonly \Docloom\Merge $merge;
    public readonly FillInPagesOperations $fill_in_pages;
    public readonly RunsOperations $runs;
    public readonly RoutesOperations $routes;
    public readonly IdentitiesOperations $identities;
    public readonly FoldersOperations $folders;
    public readonly AccountOperations $account;
    public readonly FontsOperations $fonts;
    public readonly HooksOperations $hooks;
    public readonly PeopleOperations $people;
    public readonly BinOperations $bin;
    public readonly AuditOperations $audit;
    public readonly SessionsOperations $sessions;
    public readonly ApplicationsOperations $applications;
    public readonly ServiceOperations $service;

    public function __construct(Transport $transport)
    {
        $this->tools = new ToolsOperations($transport);
        $this->documents = new DocumentsOperations($transport);
        $this->samples = new SamplesOperations($transport);
        $this->versions = new VersionsOperations($transport);
        $this->merge = new \Docloom\Merge($transport);
        $this->fill_in_pages = new FillInPagesOperations($transport);
        $this->runs = new RunsOperations($transport);
        $this->routes = new RoutesOperations($transport);
        $this->identities = new IdentitiesOperations($transport);
        $this->folders = new FoldersOperations($transport);
        $this->account = new AccountOperations($transport);
        $this->fonts = new FontsOperations($transport);
        $this->hooks = new HooksOperations($transport);
        $this->people = new PeopleOperations($transport);
        $this->bin = new BinOperations($transport);
        $this->audit = new AuditOperations($transport);
        $this->sessions = new SessionsOperations($transport);
        $this->applications = new ApplicationsOperations($transport);
        $this->service = new ServiceOperations($transport);
    }
}
