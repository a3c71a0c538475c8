/** Notifications of the system, for whoever looks elsewhere. */
function shown(text: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification("Splendor", { body: text, ...options });
  } catch {
    return null; // phones have the name, but let no page make one
  }
}

/** Asks the person, and tries it: whether notices will come. */
export async function mayNotify(): Promise<boolean> {
  if (!("Notification" in window) || (await Notification.requestPermission()) !== "granted") return false;
  const trial = shown("", { silent: true, tag: "trial" });
  trial?.close();
  return trial !== null;
}

/** A click on it leads to the table it is about. */
export function notify(text: string, tag: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const notice = shown(text, { tag });
  if (!notice) return;
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
