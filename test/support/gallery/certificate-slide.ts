import { block, HEIGHT, slideDeck, textBox, WIDTH } from "./product-deck.ts";

const GOLD = "A8842C";

const inset = (emu: number) => ({ x: emu, y: emu, width: WIDTH - 2 * emu, height: HEIGHT - 2 * emu });

/** A certificate on one slide, within a frame. */
export function certificateSlide(): Uint8Array {
  const line = (id: number, y: number, text: string, size: number, more: { colour?: string; isBold?: boolean } = {}) =>
    textBox(id, { x: 900000, y, width: WIDTH - 1800000, height: size * 200 }, [text], {
      size,
      isCentered: true,
      ...more,
    });
  const signature = (id: number, x: number, text: string) => [
    block(id, { x, y: 5450000, width: 3000000, height: 12000 }, "8A8F97"),
    textBox(id + 1, { x, y: 5520000, width: 3000000, height: 320000 }, [text], { size: 1500, isCentered: true }),
  ];
  return slideDeck([
    [
      block(2, inset(250000), GOLD),
      block(3, inset(280000), "FFFFFF"),
      block(4, inset(380000), GOLD),
      block(5, inset(390000), "FFFFFF"),
      line(6, 850000, "{$Organisation}", 1500, { colour: "7B6A3A" }),
      line(7, 1250000, "Certificate", 5400),
      line(8, 2350000, "This is to certify that", 1800),
      line(9, 2800000, "{$Name}", 4000, { colour: GOLD, isBold: true }),
      line(10, 3750000, "has completed the course {$Course}", 1800),
      line(11, 4150000, "of {$Hours} hours{if $Grade} with the grade {$Grade}{/if}.", 1800),
      ...signature(12, 1800000, "{$Date|date_format:'%B %e, %Y'}"),
      ...signature(14, WIDTH - 4800000, "{$Teacher}"),
    ],
  ]);
}
