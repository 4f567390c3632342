/** One question of a sheet of an exam, with its machines. */
import type { MarkingItem, MarkingSheet } from '../../../contract/exam/run.schema.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { ItemToMark } from '../../../parts/marking/ItemToMark.tsx'
import { SceneLine } from './SceneLine.tsx'

interface SheetItemProps {
  sheet: string
  item: MarkingItem
  rules: MarkingSheet['rules']
}

export function SheetItem({ sheet, item, rules }: SheetItemProps) {
  const [write, { busy }] = useWrite('POST /exam-sheets/:id/marks')
  return (
    <ItemToMark
      sheet={sheet}
      item={item}
      rules={rules}
      aside={item.scene && <SceneLine sheet={sheet} of={item.scene} />}
      points={{
        busy,
        give: async ({ id, may }, points, { comment, lines }) => {
          if (may === null) return
          const body = { item: id, points, comment: comment.trim(), lines: [...lines], round: may }
          await write({ params: { id: sheet }, body })
        },
      }}
    />
  )
}
