/** Whether the caller may make the call: looked at when it begins, and again where its body was long in coming. */
import { access } from '#src/contract/access.ts'
import { screens } from '#src/contract/screens/index.ts'
import type { RequestContext, Interpreter } from '../request/call.ts'
import { Fail, readOnly, type Caller } from '../request/handler.ts'
import type { CompiledRoute } from '../line.ts'
import { admitting } from './may.ts'

/** Refuses a caller who may not. The screens a route serves are held against those the caller's grants open. */
export function permit(line: CompiledRoute, who: Caller | undefined): void {
  if (line.screens === 'public') return
  if (!who) throw new Fail('unauthenticated')
  if (who.must_change !== null && !line.restricted) throw new Fail('change_password_first', { why: who.must_change })
  if (who.viewing && !line.viewing) throw new Fail('viewing_only')
  if (line.screens === 'signed-in') return
  const held = admitting(line, who)
  if (line.screens.some((s) => held.has(s))) return
  const screen = line.screens.find((s) => who.granted.has(s))
  if (screen) throw line.screens.some((s) => who.changes.has(s)) ? new Fail('license_read_only') : readOnly(screen)
  const unlicensed = access(screens, who.grants).granted
  const code = line.screens.some((s) => unlicensed.has(s)) ? 'module_not_licensed' : 'no_operation_permission'
  throw new Fail(code, { screens: line.screens })
}

/** An upload counts by the rights of whoever sends it at the moment when all of it is here. */
export async function permitAgain(i: Pick<Interpreter, 'live'>, call: RequestContext): Promise<void> {
  const who = call.token === undefined ? undefined : await i.live(call.token)
  permit(call.line, who)
  call.who = who && call.who?.language ? { ...who, language: call.who.language } : who
}
