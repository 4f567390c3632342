/** All scenarios of the demonstration, easy ones first within their kind. */
import { everyMinute, hardening, lastNight, weak } from './host.ts'
import { doors } from './lab.ts'
import { handshake, orderDesk, printer, secondHop, officeShare, wan, waterworks, zones } from './net.ts'
import type { Scenario } from './scenario.ts'
import { cookie, dessert, frontDoor } from './web.ts'

export const scenarios: readonly Scenario[] = [
  printer,
  officeShare,
  orderDesk,
  cookie,
  weak,
  everyMinute,
  lastNight,
  waterworks,
  dessert,
  frontDoor,
  secondHop,
  hardening,
  zones,
  wan,
  handshake,
  doors,
]
