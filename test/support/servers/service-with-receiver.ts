import { afterAll, beforeAll } from "vitest";
import { type DeliveryService, startDeliveryService } from "./delivery-service.ts";
import { startHttpServer, type TestHttpServer } from "./http.ts";

/** A service and a server that takes its deliveries, for all tests of a file. */
export function startWithReceiver(take: (service: DeliveryService, http: TestHttpServer) => void): void {
  let close = async () => {};
  beforeAll(async () => {
    const [service, http] = await Promise.all([startDeliveryService(), startHttpServer()]);
    close = async () => {
      await service.close();
      await http.close();
    };
    take(service, http);
  });
  afterAll(() => close());
}
