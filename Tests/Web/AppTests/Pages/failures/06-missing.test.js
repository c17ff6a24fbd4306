import { pay } from "./shop.js";
test("the shop is paid", () => pay());
