/** Which box lies under a point, without a look at each of them: boxes lie in squares as large as themselves, so each is in four at most. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** @param boxes of those that hold a point the first one counts @param margin how far beside a box still is on it */
export function boxesAt<T>(
  boxes: readonly { of: T; box: Box }[],
  margin: number,
): (x: number, y: number) => T | undefined {
  interface Placed {
    order: number
    of: T
    left: number
    right: number
    top: number
    bottom: number
  }
  const levels = new Map<number, Map<string, Placed[]>>()
  boxes.forEach(({ of, box: { x, y, width, height } }, order) => {
    const b = { order, of, left: x - margin, right: x + width + margin, top: y - margin, bottom: y + height + margin }
    const side = Math.max(b.right - b.left, b.bottom - b.top)
    // a box of negative or no size holds nothing
    if (!(side > 0) || !Number.isFinite(side + x + y)) return
    const level = 2 ** Math.ceil(Math.log2(side))
    const squares = levels.get(level) ?? new Map<string, Placed[]>()
    levels.set(level, squares)
    for (let i = Math.floor(b.left / level); i <= Math.floor(b.right / level); i++)
      for (let j = Math.floor(b.top / level); j <= Math.floor(b.bottom / level); j++) {
        const square = squares.get(`${i} ${j}`)
        if (square) square.push(b)
        else squares.set(`${i} ${j}`, [b])
      }
  })
  return (x, y) => {
    let found: Placed | undefined
    for (const [level, squares] of levels) {
      const here = squares
        .get(`${Math.floor(x / level)} ${Math.floor(y / level)}`)
        ?.find((b) => x >= b.left && x <= b.right && y >= b.top && y <= b.bottom)
      if (here && (!found || here.order < found.order)) found = here
    }
    return found?.of
  }
}
