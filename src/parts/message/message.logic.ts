/** Where a message leads: its screen is input from the server's past, so a screen that is no longer there leads nowhere. */
import type { Message } from '../../contract/notice/routes.ts'
import { href, type ScreenName, screens } from '../../contract/screens/index.ts'

export function messageLinkOf({ link }: Pick<Message, 'link'>): string | undefined {
  const screen = link && screens.find((s) => s.name === link.screen && s.built)
  if (!screen) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which parameters a screen has is in its link, whose writer is our server
  const to = href as (name: ScreenName, params?: object, query?: object) => string
  return to(screen.name, link.params, link.query)
}
