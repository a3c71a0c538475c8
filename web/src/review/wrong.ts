import { language, t } from "../i18n/index.svelte.ts";

/** The line of a record that is wrong, as it stands there; why, the server says in English only. */
export function wrongLine(reason: string, record: string): string {
  if (language() === "en") return reason;
  const number = Number(/^line (\d+)/.exec(reason)?.[1] ?? 0);
  return number ? t("analysis.bad.line", { n: number, text: record.split("\n")[number - 1]?.trim() ?? "" }) : "";
}
