import type { Setup } from "../wire.ts";

export type Module = "cities" | "posts" | "orient" | "strongholds";
export const MODULES: readonly Module[] = ["cities", "posts", "orient", "strongholds"];
export type Edition = 2017 | 2025;

export const moduleIcon = (name: Module): string => ({ cities: "i-city", posts: "i-post", orient: "i-orient", strongholds: "i-stronghold" })[name];

const key = (setup: Partial<Setup>): string => [setup.players, ...MODULES.map((name) => setup[name] ?? 0)].join(" ");

/** Whether a set-up is among the legal ones, which the server lists. */
export const isLegal = (setup: Partial<Setup>, setups: readonly Setup[]): boolean =>
  setups.some((one) => key(one) === key(setup));
