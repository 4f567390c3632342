/** Menu, guard and routes for 306 screens and 10,000 grants. */
import { access, homeScreen, menu, breadcrumbOf } from '#src/contract/access.ts'
import { screens } from '#src/contract/screens/index.ts'
import { type Figure, median } from './table.ts'

export function guardFigures(): Figure[] {
  const grants = Array.from(
    { length: 10_000 },
    (_, i) => screens[i % 40 === 0 ? (i / 40) % screens.length : -1]?.name ?? `permission-${i}`,
  )
  const times: number[] = []
  for (let i = 0; i < 60; i++) {
    const from = performance.now()
    const a = access(screens, new Set(grants))
    menu(screens, a.visible, 'learner')
    menu(screens, a.visible, 'admin')
    homeScreen(screens, a.visible, 'admin')
    breadcrumbOf(screens, 'tool-edit')
    if (i >= 10) times.push(performance.now() - from)
  }
  const ms = median(times)
  return [
    {
      what: `guard, menu, trail: ${screens.length} screens × 10,000 grants`,
      value: ms,
      unit: 'ms',
      budget: '≤ 2 ms',
      held: ms <= 2,
    },
  ]
}
