/** How fast beats are shown, whether each waits to be let go, in which colours and language. Kept for
 * the next visit. */

export const SPEEDS = ["slow", "normal", "fast", "still"] as const;
export type Speed = (typeof SPEEDS)[number];
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const MILLISECONDS: Record<Speed, { move: number; rest: number }> = {
  slow: { move: 900, rest: 1500 },
  normal: { move: 450, rest: 550 },
  fast: { move: 200, rest: 150 },
  still: { move: 0, rest: 0 },
};

const KEPT = "playsheet";

interface Kept {
  speed: Speed;
  waits: boolean;
  theme: Theme;
  language: string | null;
}

class Pace {
  speed = $state<Speed>("normal");
  waits = $state(false);
  theme = $state<Theme>("system");
  /** In which language games are shown that have it; null: in their own. */
  language = $state<string | null>(null);

  constructor() {
    Object.assign(this, kept());
  }

  get times(): { move: number; rest: number } {
    return MILLISECONDS[this.speed];
  }

  keep(): void {
    const now: Kept = { speed: this.speed, waits: this.waits, theme: this.theme, language: this.language };
    try {
      localStorage.setItem(KEPT, JSON.stringify(now));
    } catch {
      // A page from the disk may not be allowed to keep anything.
    }
  }
}

function kept(): Partial<Kept> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return checked(found);
  } catch {
    return {};
  }
}

/** What was kept, as far as it is still understood. */
export function checked(found: unknown): Partial<Kept> {
  if (typeof found !== "object" || found === null) return {};
  const { speed, waits, theme, language } = found as Record<string, unknown>;
  return {
    ...(SPEEDS.includes(speed as Speed) ? { speed: speed as Speed } : {}),
    ...(typeof waits === "boolean" ? { waits } : {}),
    ...(THEMES.includes(theme as Theme) ? { theme: theme as Theme } : {}),
    ...(typeof language === "string" ? { language } : {}),
  };
}

export const pace = new Pace();
