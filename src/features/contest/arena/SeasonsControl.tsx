/** Seasons of an arena, one after the other. */
import type { ArenaSeasonBody } from '../../../contract/contest/arena.schema.ts'
import { arenaLimits } from '../../../contract/contest/arena.ts'
import { t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { ArenaRows } from './ArenaRows.tsx'
import { RowNumber, RowText, RowTime } from './rowFields.tsx'

const day = 86_400_000
/** What follows the last one: as long as it was, from where it ends. */
function nextSeason(list: readonly ArenaSeasonBody[]): ArenaSeasonBody {
  const last = list.at(-1)
  const from = last ? Date.parse(last.ends_at) : Math.ceil(Date.now() / day) * day
  const length = last ? Date.parse(last.ends_at) - Date.parse(last.starts_at) : 90 * day
  return {
    name: t('arena.season_n', { n: list.length + 1 }),
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + (length > 0 ? length : 90 * day)).toISOString(),
    carry: last?.carry ?? 0,
  }
}

export default function SeasonsControl(props: ControlProps) {
  return (
    <ArenaRows<ArenaSeasonBody>
      of={props}
      keyOf={(_s, n) => String(n)}
      titleOf={(s) => s.name}
      none={t('arena.seasons_none')}
      add={[
        {
          label: t('arena.season_add'),
          onAdd: (list) => props.onChange([...list, nextSeason(list)].slice(0, arenaLimits.seasons)),
        },
      ]}
    >
      {({ id, item, onPut, ...rest }) => (
        <>
          <RowText
            {...rest}
            id={`${id}.name`}
            label={t('arena.season_name')}
            value={item.name}
            most={arenaLimits.seasonName}
            onChange={(name) => onPut({ name })}
          />
          <RowTime
            {...rest}
            id={`${id}.starts_at`}
            label={t('arena.season_starts')}
            value={item.starts_at}
            onChange={(starts_at) => onPut({ starts_at: starts_at ?? '' })}
          />
          <RowTime
            {...rest}
            id={`${id}.ends_at`}
            label={t('arena.season_ends')}
            value={item.ends_at}
            onChange={(ends_at) => onPut({ ends_at: ends_at ?? '' })}
          />
          <RowNumber
            {...rest}
            id={`${id}.carry`}
            label={t('arena.season_carry')}
            value={item.carry}
            onChange={(carry) => onPut({ carry })}
          />
        </>
      )}
    </ArenaRows>
  )
}
