import { smallestOf } from "../domain/collections/long-lists.ts";

/** An animation or transition that the page's time moves. */
interface Running {
  animation: Animation;
  /** Page time at which it was first seen. */
  since: number;
  /** Milliseconds of page time that it takes; infinite if it has no end. */
  takesMs: number;
}

/** Transitions and animations of style sheets and of `element.animate`, by the page's time instead of the browser's. */
export class PageAnimations {
  #running: Running[] = [];

  /** Takes over those that began since the last look. */
  look(now: number): void {
    for (const animation of document.getAnimations()) {
      if (animation.playState !== "running" || animation.timeline !== document.timeline) continue;
      const timing = animation.effect?.getComputedTiming();
      const takesMs = Number(timing?.endTime ?? 0) / (Math.abs(animation.playbackRate) || 1);
      animation.pause();
      // Whatever it made of the browser's own time, which differs from one print to the next.
      animation.currentTime = animation.playbackRate < 0 && Number.isFinite(takesMs) ? takesMs : 0;
      this.#running = this.#running.filter((each) => each.animation !== animation);
      this.#running.push({ animation, since: now, takesMs });
    }
  }

  /** When the first of those that end does so; infinite if there is none. */
  get nextDue(): number {
    return smallestOf(this.#running.map(({ since, takesMs }) => since + takesMs));
  }

  /** Whether one is there that has no end. */
  get isEndless(): boolean {
    return this.#running.some(({ takesMs }) => takesMs === Number.POSITIVE_INFINITY);
  }

  /** Ends those whose time has come. @returns whether there was one: their events come with the browser's next frame */
  finish(now: number): boolean {
    const ended = this.#running.filter(({ since, takesMs }) => since + takesMs <= now);
    if (ended.length === 0) return false;
    this.#running = this.#running.filter((each) => !ended.includes(each));
    for (const { animation } of ended) if (animation.playState === "paused") animation.finish();
    return true;
  }

  /** Shows the others as they are at this time. */
  show(now: number): void {
    for (const { animation, since } of this.#running)
      if (animation.playState === "paused") animation.currentTime = (now - since) * animation.playbackRate;
  }
}
