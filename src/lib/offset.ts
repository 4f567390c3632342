/** Minutes the viewer's clock is ahead of UTC. */
export const offsetOf = (now: Date): number => -now.getTimezoneOffset()
