/** Hands a text to the browser to be saved as a file. */
export function download(name: string, text: string, type: "text/plain" | "application/json"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
