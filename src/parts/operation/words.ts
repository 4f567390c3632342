/** What was done and on what, in the viewer's language: the trail keeps words of the routes, `entity.verb`. */
import { t, tOr } from '../../i18n/index.ts'

/** A thing of the trail: “tool category”. */
export const entityText = (entity: string): string => tOr([`audit.entity.${entity}`], entity)

/** “Changed tool”, from its two halves; some have a sentence of their own. */
export function actionText(action: string): string {
  const at = action.indexOf('.')
  const [entity, verb] = [action.slice(0, at), action.slice(at + 1)]
  const said = tOr([`audit.verb.${verb}`], verb)
  return tOr([`audit.action.${entity}-${verb}`], t('audit.action', { verb: said, entity: entityText(entity) }))
}
