import { language, t } from "../i18n/index.svelte.ts";
import { refusalWords } from "../i18n/refusals.ts";
import type { Refused } from "../live/api.ts";

/** What is wrong with a record: its line as it stands there, or a limit; other reasons the server says in English only. */
export function wrongWith({ refusal, reason, detail }: Pick<Refused, "refusal" | "reason" | "detail">, record: string): string {
  if (detail) return refusalWords({ refusal, detail }).said;
  if (language() === "en") return reason;
  const number = Number(/^line (\d+)/.exec(reason)?.[1] ?? 0);
  if (number) return t("analysis.bad.line", { n: number, text: record.split("\n")[number - 1]?.trim() ?? "" });
  return reason && t("analysis.bad.why", { why: reason });
}
