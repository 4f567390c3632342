/** What there is already that reads like the question being written. */
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import type { BankRoutes } from '../../../contract/bank/routes.ts'
import { comparisonText } from '../../../contract/bank/question.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useCached } from '../../../kit/data/api.ts'
import type { AnyResource } from '../../../kit/resource/words.ts'
import { useSettled } from '../../../kit/resource/useSettled.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import type { Places } from '../actions.tsx'
import './editor.css'
import { isRecord } from '../../../contract/lib/typed.ts'

type Found = z.output<BankRoutes<''>['POST /duplicates']['reply']>
const pause = 600
const saysSomething = 6

const textsOf = (options: unknown): string[] =>
  (Array.isArray(options) ? options.filter(isRecord) : []).flatMap(({ text }) =>
    typeof text === 'string' ? [text.slice(0, 4000)] : [],
  )

interface AlikeProps {
  values: Readonly<Record<string, unknown>>
  row: { id: string } | undefined
}
export const alikeOf = (resource: AnyResource, edit: Places['edit']) =>
  function Alike({ values, row }: AlikeProps) {
    const { title, stem, options } = values
    const draft = {
      id: row?.id ?? null,
      title: typeof title === 'string' ? title.slice(0, 255) : '',
      stem: typeof stem === 'string' ? stem.slice(0, 20_000) : '',
      options: textsOf(options).slice(0, 26),
    }
    const asked = useSettled(JSON.stringify(draft), pause)
    const short = comparisonText(draft.title + draft.stem).length < saysSomething
    const { data } = useCached<Found>(`POST ${resource.path}/duplicates`, { body: JSON.parse(asked) }, { skip: short })
    if (short || !data?.items.length) return null
    return (
      <div className="bank-alike" role="status">
        <Icon name="warn" />
        <div>
          {t('bank.alike', { n: data.items.length })}
          <ul>
            {data.items.slice(0, 5).map((q) => (
              <li key={q.id}>
                <Link to={href(edit, { id: q.id })}>{q.title}</Link> <span className="mg-dim">{q.set_name}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    )
  }
