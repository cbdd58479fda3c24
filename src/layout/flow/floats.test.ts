import { describe, expect, it } from "vitest";
import { type FloatArea, freeRooms } from "./floats.ts";

const column = { leftPt: 0, rightPt: 400 };
const area = (leftPt: number, rightPt: number, sides: FloatArea["sides"] = "bothSides"): FloatArea => ({
  leftPt,
  rightPt,
  topPt: 100,
  bottomPt: 200,
  sides,
});

describe("freeRooms", () => {
  it("leaves lines above and below alone", () => {
    expect(freeRooms([area(0, 100)], 80, 20, column)).toEqual({ rooms: [column], yPt: 80 });
    expect(freeRooms([area(0, 100)], 200, 20, column)).toEqual({ rooms: [column], yPt: 200 });
  });

  it("gives both sides of an object in the middle", () => {
    const { rooms } = freeRooms([area(150, 250)], 120, 10, column);
    expect(rooms).toEqual([
      { leftPt: 0, rightPt: 150 },
      { leftPt: 250, rightPt: 400 },
    ]);
  });

  it("keeps to the side that the object asks for", () => {
    expect(freeRooms([area(100, 200, "largest")], 120, 10, column).rooms).toEqual([{ leftPt: 200, rightPt: 400 }]);
    expect(freeRooms([area(150, 250, "left")], 120, 10, column).rooms).toEqual([{ leftPt: 0, rightPt: 150 }]);
  });

  it("moves below where there is no room", () => {
    expect(freeRooms([area(0, 390)], 120, 10, column)).toEqual({ rooms: [column], yPt: 200 });
    expect(freeRooms([area(150, 250, "full")], 95, 10, column).yPt).toBe(200);
  });

  it("flows along an outline, and past it where the outline does not reach", () => {
    const triangle: FloatArea = {
      ...area(100, 300),
      outline: [
        { xPt: 200, yPt: 100 },
        { xPt: 100, yPt: 200 },
        { xPt: 300, yPt: 200 },
      ],
      distanceLeftPt: 5,
      distanceRightPt: 10,
    };
    const [left, right] = freeRooms([triangle], 140, 10, column).rooms;
    expect(left?.rightPt).toBeCloseTo(150 - 5);
    expect(right?.leftPt).toBeCloseTo(250 + 10);
    const flat = { ...triangle, outline: triangle.outline?.map(({ xPt, yPt }) => ({ xPt, yPt: 150 + yPt / 4 })) ?? [] };
    expect(freeRooms([flat], 120, 10, column)).toEqual({ rooms: [column], yPt: 120 });
  });
});
