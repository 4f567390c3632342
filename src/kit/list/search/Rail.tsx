import './rail.css'
import { format, t } from '../../../i18n/index.ts'
import { useRows } from '../../resource/calls.ts'
import { NativeSelect } from '../../resource/input/Select.tsx'
import { referencedResource } from '../../resource/lines.ts'
import { type AnyResource, fieldOf, labelOf, nameOf, optionOf } from '../../resource/words.ts'
import { isRecord } from '../../../contract/lib/typed.ts'

interface RailProps {
  resource: AnyResource
  field: string
  /** Field of the rows it refers to that says how many there are. */
  count: string | undefined
  /** Words offered of a field that has more. */
  options: readonly string[] | undefined
  value: readonly string[]
  mine: boolean
  onChange: (values: readonly string[]) => void
}
interface Entry {
  id: string
  label: string
  n: number | undefined
}

/** One filter as a column of choices beside the list; on a narrow page it is a select. */
export function Rail(props: RailProps) {
  const f = fieldOf(props.resource, props.field)
  const line = f.kind === 'ref' ? referencedResource(f.to) : undefined
  if (line) return <RefRail {...props} line={line} />
  const options = props.options ?? (f.kind === 'one' ? f.options : [])
  return (
    <Entries
      {...props}
      entries={options.map((o) => ({ id: o, label: optionOf(props.resource, props.field, o), n: undefined }))}
    />
  )
}

function RefRail({ line, ...props }: RailProps & { line: AnyResource }) {
  const { data } = useRows(line, { page_size: 200 })
  const entries = (data?.items ?? []).map((row): Entry => {
    const n = props.count && isRecord(row) ? row[props.count] : undefined
    return { id: row.id, label: nameOf(line, row), n: typeof n === 'number' && !props.mine ? n : undefined }
  })
  return <Entries {...props} entries={entries} />
}

function Entries({
  resource,
  field,
  value,
  onChange,
  entries,
}: Omit<RailProps, 'count' | 'options' | 'mine'> & { entries: readonly Entry[] }) {
  const label = labelOf(resource, field)
  const known = entries.every((e) => e.n !== undefined) && entries.length > 0
  const all: Entry = {
    id: '',
    label: t('kit.list.rail_all'),
    n: known ? entries.reduce((sum, e) => sum + (e.n ?? 0), 0) : undefined,
  }
  const chosen = value.length === 1 ? (value[0] ?? '') : value.length === 0 ? '' : undefined
  return (
    <nav className="kit-rail" aria-label={label}>
      <h2 className="mg-label">{label}</h2>
      <ul>
        {[all, ...entries].map((e) => (
          <li key={e.id}>
            <button
              type="button"
              aria-current={e.id === chosen ? 'true' : undefined}
              onClick={() => onChange(e.id ? [e.id] : [])}
            >
              <span className="mg-ellipsis" title={e.label}>
                {e.label}
              </span>
              {e.n !== undefined && <span className="mg-num mg-faint">{format.number(e.n)}</span>}
            </button>
          </li>
        ))}
      </ul>
      <NativeSelect
        className="kit-rail-select"
        aria-label={label}
        value={chosen ?? ''}
        options={[all, ...entries].map((e) => ({ value: e.id, label: e.label }))}
        onChange={(v) => onChange(v ? [v] : [])}
      />
    </nav>
  )
}
