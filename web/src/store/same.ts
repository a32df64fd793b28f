/** Parts of a view that are as they were before: what is drawn from them is not drawn again. */
import type { View, ZoneView } from "../contract/view";

/** A view with the zones, things and seats of the one before it wherever they are equal. */
export function withSameParts(before: View | null, now: View): View {
  if (!before) return now;
  const zones = sameOnes(before.zones, now.zones).map((zone) => (before.zones.includes(zone) ? zone : withSameThings(before, zone)));
  return { ...now, zones, seats: sameOnes(before.seats, now.seats) };
}

function withSameThings({ zones }: View, zone: ZoneView): ZoneView {
  const before = zones.find((one) => one.id === zone.id && one.of === zone.of);
  return before ? { ...zone, objects: sameOnes(before.objects, zone.objects) } : zone;
}

/** A list made of the members of another one wherever they are equal, at whatever place. */
function sameOnes<T>(before: readonly T[], now: readonly T[]): T[] {
  const kept = new Set(before);
  const known = new Map(before.filter((one) => !now.includes(one)).map((one) => [JSON.stringify(one), one]));
  return now.map((one) => (kept.has(one) ? one : (known.get(JSON.stringify(one)) ?? one)));
}
