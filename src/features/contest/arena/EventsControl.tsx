/** Contests and exams whose places bring points in an arena. */
import type { ArenaEventBody } from '../../../contract/contest/arena.schema.ts'
import { arenaEventKinds, arenaLimits } from '../../../contract/contest/arena.ts'
import { eventPoints } from '../../../contract/contest/value.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { ArenaRows } from './ArenaRows.tsx'
import { RowNumber } from './rowFields.tsx'

export default function EventsControl(props: ControlProps) {
  return (
    <ArenaRows<ArenaEventBody>
      of={props}
      keyOf={(e, n) => `${e.kind} ${n}`}
      titleOf={(e) => t(`arena.event_kind.${e.kind}`)}
      none={t('arena.events_none')}
      add={arenaEventKinds.map((kind) => ({
        label: t(`arena.event_add.${kind}`),
        onAdd: (list) =>
          props.onChange([...list, { kind, ref: '', name: '', weight: 200 }].slice(0, arenaLimits.events)),
      }))}
    >
      {({ id, item, onPut, onLeave, disabled }) => (
        <>
          <div className="contest-edit-field contest-edit-wide">
            <span className="mg-label">{t(`arena.event_kind.${item.kind}`)}</span>
            <Pick
              id={`${id}.ref`}
              to={item.kind}
              aria-label={t(`arena.event_kind.${item.kind}`)}
              value={item.ref ? [item.ref] : []}
              disabled={disabled}
              onBlur={onLeave}
              onChange={([ref]) => onPut({ ref: ref ?? '' })}
            />
          </div>
          <RowNumber
            id={`${id}.weight`}
            label={t('arena.event_weight')}
            value={item.weight}
            disabled={disabled}
            onLeave={onLeave}
            onChange={(weight) => onPut({ weight })}
          />
          {typeof item.weight === 'number' && item.weight > 0 && (
            <p className="mg-hint contest-edit-preview">
              {t('arena.event_preview', {
                values: [1, 2, 11, 20].map((rank) => format.number(eventPoints(item.weight, 20, rank))).join(' · '),
              })}
            </p>
          )}
        </>
      )}
    </ArenaRows>
  )
}
