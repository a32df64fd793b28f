/** Keys that do the same wherever one is in the workbench. */

/** Whether a key press asks to save: Ctrl-S, Cmd-S, also where the layout has no letter s. */
export function asksToSave({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isS = key.toLowerCase() === "s" || (code === "KeyS" && key.charCodeAt(0) > 127);
  return isS && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** Saves instead of what the browser would do; a key that is held down saves once. */
export function savesBy(save: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!asksToSave(event)) return;
    event.preventDefault();
    if (!event.repeat) save();
  };
}
