/** What was done and on what, in the viewer's language: the trail keeps words of the routes, `entity.verb`. */
import { t, tOr } from '../../i18n/index.ts'

/** A thing of the trail: “tool category”. */
export const entityText = (entity: string): string => tOr([`audit.entity.${entity}`], entity)

/** “Changed tool”, by the verb; some have a sentence of their own. */
export function actionText(action: string): string {
  const at = action.indexOf('.')
  const [entity, verb] = [action.slice(0, at), action.slice(at + 1)]
  const of = { entity: entityText(entity) }
  return tOr([`audit.action.${entity}-${verb}`, `audit.verb.${verb}`], `${verb} ${of.entity}`, of)
}

/** Who did what nobody was signed in for: somebody at an address, or the platform. */
export const unnamedText = (address: string | null): string => t(address ? 'audit.nobody' : 'audit.platform')
