import { env } from "cloudflare:workers";
import "../../testing/empty-database.ts";
import { objectDatabase } from "../object-database.ts";

// From here on, the store of tests that are imported later is in an object.
env.DB = objectDatabase(env.WORKSPACES, "tests of the store");
