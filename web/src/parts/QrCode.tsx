import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

const EDGE = 4; // light squares around it, without which cameras do not find it

/** A text as a QR code, for a camera. What draws it is fetched when the first one is wanted. */
export function QrCode({ text, label }: { text: string; label: string }): JSX.Element | null {
  const [squares, setSquares] = useState<boolean[][]>([]);
  useEffect(() => {
    let wanted = true;
    import("uqr").then(
      ({ encode }) => wanted && setSquares(encode(text, { border: 0 }).data),
      // The link itself stands beside it: whoever cannot fetch this part still has that.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  if (squares.length === 0) return null;
  const size = squares.length + 2 * EDGE;
  const path = squares.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + EDGE} ${y + EDGE}h1v1h-1z` : ""))).join("");
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
