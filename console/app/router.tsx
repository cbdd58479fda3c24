import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { Problem } from "../api/problem.ts";
import { Busy } from "../parts/busy.tsx";
import { ScreenFailed } from "../parts/screen-failed.tsx";
import { ScreenMissing } from "../parts/screen-missing.tsx";
import { DELIVERY_TYPES } from "../screens/deliveries/delivery-types.ts";
import { Home } from "../screens/home/home.tsx";
import { queryClient } from "./query-client.ts";
import { rightsQuery } from "./rights.ts";
import { choice, flag, searchOf, text } from "./search.ts";
import { sessionQuery } from "./session.ts";
import { Shell } from "./shell.tsx";
import { SignOut } from "./sign-out.tsx";

const rootRoute = createRootRouteWithContext()({ component: Outlet });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: searchOf({ to: text, failed: text, way: choice(["mail"]) }),
  component: lazyRouteComponent(() => import("../screens/sign-in/sign-in.tsx"), "SignIn"),
});

const signOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-out",
  component: SignOut,
  beforeLoad({ location }) {
    // A link on somebody else's page signs nobody out.
    if (!location.state.isAskedFor) throw redirect({ to: "/" });
  },
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitation",
  component: lazyRouteComponent(() => import("../screens/invitation/invitation.tsx"), "InvitationPage"),
});

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/consent",
  component: lazyRouteComponent(() => import("../screens/consent/consent.tsx"), "Consent"),
});

/** Everything behind the sign-in. */
const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "inside",
  component: Shell,
  async beforeLoad({ location }) {
    await Promise.all([
      queryClient.ensureQueryData(sessionQuery),
      queryClient.ensureQueryData({ ...rightsQuery, revalidateIfStale: true }),
    ]).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 401)
        throw redirect({ to: "/sign-in", search: location.pathname === "/" ? {} : { to: location.href } });
      throw error;
    });
  },
});

const homeRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/",
  // What most visits begin with is read with the console itself.
  component: Home,
});

/** What documents and data routes can be ordered by. */
const ORDERS = ["name", "-name", "updated_at", "-updated_at"] as const;

const documentsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/documents",
  validateSearch: searchOf({
    folder: text,
    search: text,
    type: choice(["html", "docx", "xlsx", "pptx", "pdf"]),
    order: choice(ORDERS),
    create: text,
  }),
  component: lazyRouteComponent(() => import("../screens/documents/documents.tsx"), "Documents"),
});

const documentRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/documents/$id",
  component: lazyRouteComponent(() => import("../screens/document/document.tsx"), "Document"),
});

const editorRoute = createRoute({
  getParentRoute: () => documentRoute,
  path: "/",
  validateSearch: searchOf({ sample: text, side: choice(["template", "design", "data", "fields"]) }),
  component: lazyRouteComponent(() => import("../screens/editor/editor.tsx"), "Editor"),
});

const samplesRoute = createRoute({
  getParentRoute: () => documentRoute,
  path: "/data",
  validateSearch: searchOf({ sample: text, view: choice(["form", "json"]) }),
  component: lazyRouteComponent(() => import("../screens/samples/samples.tsx"), "Samples"),
});

const settingsRoute = createRoute({
  getParentRoute: () => documentRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("../screens/settings/settings.tsx"), "Settings"),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => documentRoute,
  path: "/deliveries",
  validateSearch: searchOf({ delivery: text, add: text }),
  component: lazyRouteComponent(() => import("../screens/deliveries/document-deliveries.tsx"), "DocumentDeliveries"),
});

const versionsRoute = createRoute({
  getParentRoute: () => documentRoute,
  path: "/versions",
  validateSearch: searchOf({ version: text, against: text }),
  component: lazyRouteComponent(() => import("../screens/versions/versions.tsx"), "Versions"),
});

const mergeDocumentRoute = createRoute({
  getParentRoute: () => documentRoute,
  path: "/merge",
  validateSearch: searchOf({ sample: text }),
  component: lazyRouteComponent(() => import("../screens/merge/merge-document.tsx"), "MergeDocument"),
});

const listRoute = createRoute({
  getParentRoute: () => documentRoute,
  path: "/list",
  validateSearch: searchOf({ run: text }),
  component: lazyRouteComponent(() => import("../screens/list/merge-list.tsx"), "MergeDocumentList"),
});

const fillInRoute = createRoute({
  getParentRoute: () => documentRoute,
  path: "/fill-in",
  component: lazyRouteComponent(() => import("../screens/fill-in/fill-in.tsx"), "DocumentFillIn"),
});

const integrateRoute = createRoute({
  getParentRoute: () => documentRoute,
  path: "/integrate",
  validateSearch: searchOf({ way: text }),
  component: lazyRouteComponent(() => import("../screens/integrate/document-integrate.tsx"), "DocumentIntegrate"),
});

const routesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/routes",
  validateSearch: searchOf({ search: text, order: choice(ORDERS), create: text }),
  component: lazyRouteComponent(() => import("../screens/routes/routes.tsx"), "Routes"),
});

const routeRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/routes/$id",
  component: lazyRouteComponent(() => import("../screens/routes/route.tsx"), "DataRoute"),
});

const rulesRoute = createRoute({
  getParentRoute: () => routeRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../screens/routes/rules.tsx"), "Rules"),
});

const routeSettingsRoute = createRoute({
  getParentRoute: () => routeRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("../screens/routes/route-settings.tsx"), "RouteSettings"),
});

const routeDeliveriesRoute = createRoute({
  getParentRoute: () => routeRoute,
  path: "/deliveries",
  validateSearch: searchOf({ delivery: text, add: text }),
  component: lazyRouteComponent(() => import("../screens/deliveries/route-deliveries.tsx"), "RouteDeliveries"),
});

const mergeRouteRoute = createRoute({
  getParentRoute: () => routeRoute,
  path: "/merge",
  component: lazyRouteComponent(() => import("../screens/merge/merge-route.tsx"), "MergeRoute"),
});

const routeListRoute = createRoute({
  getParentRoute: () => routeRoute,
  path: "/list",
  validateSearch: searchOf({ run: text }),
  component: lazyRouteComponent(() => import("../screens/list/merge-list.tsx"), "MergeRouteList"),
});

const routeFillInRoute = createRoute({
  getParentRoute: () => routeRoute,
  path: "/fill-in",
  component: lazyRouteComponent(() => import("../screens/fill-in/fill-in.tsx"), "RouteFillIn"),
});

const routeIntegrateRoute = createRoute({
  getParentRoute: () => routeRoute,
  path: "/integrate",
  validateSearch: searchOf({ way: text }),
  component: lazyRouteComponent(() => import("../screens/integrate/route-integrate.tsx"), "RouteIntegrate"),
});

const runsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/runs",
  validateSearch: searchOf({
    status: choice(["accepted", "running", "done", "failed"]),
    document: text,
    route: text,
    source: choice(["merge", "api", "route", "batch", "session", "replay", "tool", "fill_in"]),
    test: choice(["0", "1"]),
    since: text,
    until: text,
    live: flag,
  }),
  component: lazyRouteComponent(() => import("../screens/runs/runs.tsx"), "Runs"),
});

const runDeliveriesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/deliveries",
  validateSearch: searchOf({
    status: choice(["pending", "sending", "done", "partial", "dead", "held"]),
    type: choice(DELIVERY_TYPES),
    target: text,
    document: text,
    since: text,
    until: text,
  }),
  component: lazyRouteComponent(() => import("../screens/run-deliveries/run-deliveries.tsx"), "RunDeliveries"),
});

const runRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/runs/$id",
  component: lazyRouteComponent(() => import("../screens/runs/run.tsx"), "Run"),
});

const toolsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/tools",
  validateSearch: searchOf({ tool: text }),
  component: lazyRouteComponent(() => import("../screens/tools/tools.tsx"), "Tools"),
});

const galleryRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/gallery",
  validateSearch: searchOf({ template: text }),
  component: lazyRouteComponent(() => import("../screens/gallery/gallery.tsx"), "Gallery"),
});

const binRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/bin",
  component: lazyRouteComponent(() => import("../screens/bin/bin.tsx"), "Bin"),
});

const peopleRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/people",
  component: lazyRouteComponent(() => import("../screens/people/people.tsx"), "People"),
});

const logRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/log",
  validateSearch: searchOf({
    kind: choice([
      "document",
      "route",
      "delivery",
      "sample",
      "folder",
      "person",
      "invitation",
      "key",
      "session",
      "account",
      "mail_server",
      "turnstile",
      "hook",
      "identity",
      "font",
      "run",
      "audit",
    ]),
    actor: text,
    since: text,
    until: text,
  }),
  component: lazyRouteComponent(() => import("../screens/log/log.tsx"), "Log"),
});

const accountRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/account",
  validateSearch: searchOf({
    part: choice([
      "keys",
      "defaults",
      "alerts",
      "hooks",
      "mail",
      "turnstile",
      "signers",
      "fonts",
      "usage",
      "sessions",
      "ways",
      "mailbox",
    ]),
  }),
  component: lazyRouteComponent(() => import("../screens/account/account.tsx"), "Account"),
});

const authorizeRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: "/authorize",
  component: lazyRouteComponent(() => import("../screens/authorize/authorize.tsx"), "Authorize"),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  signOutRoute,
  invitationRoute,
  consentRoute,
  insideRoute.addChildren([
    homeRoute,
    documentsRoute,
    documentRoute.addChildren([
      editorRoute,
      samplesRoute,
      settingsRoute,
      deliveriesRoute,
      versionsRoute,
      mergeDocumentRoute,
      listRoute,
      fillInRoute,
      integrateRoute,
    ]),
    routesRoute,
    routeRoute.addChildren([
      rulesRoute,
      routeSettingsRoute,
      routeDeliveriesRoute,
      mergeRouteRoute,
      routeListRoute,
      routeFillInRoute,
      routeIntegrateRoute,
    ]),
    runsRoute,
    runRoute,
    runDeliveriesRoute,
    toolsRoute,
    galleryRoute,
    peopleRoute,
    logRoute,
    binRoute,
    accountRoute,
    authorizeRoute,
  ]),
]);

/** Every screen and its address; each is loaded when it is first opened. */
export const router = createRouter({
  routeTree,
  basepath: "/console",
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingComponent: Busy,
  defaultPendingMs: 300,
  defaultErrorComponent: ScreenFailed,
  defaultNotFoundComponent: ScreenMissing,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }

  /** What comes along with a change of the address and does not stand in it. */
  interface HistoryState {
    /** By a click on "Sign out". */
    isAskedFor?: boolean;
  }
}
