/** Licences for tests, signed by the development issuer: the only way to narrow what is open, as it is for everybody. */
import { activationCode } from '#src/contract/license/codes.ts'
import { fileText } from '#src/contract/license/file.ts'
import { type Licence, modules, type SignedLicence, toSecond } from '#src/contract/license/licence.ts'
import { serialOf } from '#src/contract/license/serial.ts'
import { noLimits } from '#src/contract/license/standing.ts'
import { sign } from '#mock/world/issuer/sign.ts'
import { began } from './people.ts'
import type { TestServer } from './server.ts'

export const someSerial = serialOf(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]))
const day = 86_400_000

export const licence = (more: Partial<Licence> = {}): Licence => ({
  id: 'L0123ABCD',
  serial: someSerial,
  customer: '启明 Academy',
  edition: 'standard',
  modules: [...modules],
  from: toSecond(began),
  to: toSecond(began.getTime() + 365 * day),
  limits: { ...noLimits, running_scenes: 20, editable_nodes: 64 },
  issued_at: toSecond(began),
  sequence: 1,
  request: null,
  ...more,
})
export const sealed = (more: Partial<Licence> = {}): SignedLicence => sign(licence(more))
export const asFile = (more: Partial<Licence> = {}): string => fileText(sealed(more))
export const asCode = (more: Partial<Licence> = {}): string => activationCode(sealed(more))

let sequence = 1000
/** Activates a licence on a test server, as a super administrator does. */
export async function license(s: TestServer, more: Partial<Licence> = {}): Promise<void> {
  const { serial } = await s.platform.licence.current()
  const now = s.clock.now().getTime()
  const term = { from: toSecond(now), to: toSecond(now + 365 * day), issued_at: toSecond(now) }
  await s.ok(
    'POST /license/activate',
    { body: { licence: asFile({ serial, ...term, sequence: sequence++, ...more }) } },
    'super',
  )
}
