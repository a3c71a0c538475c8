import type { Chapters } from "./index.ts";

export const en: Chapters = { base: [], cities: [], posts: [], orient: [], strongholds: [] };
