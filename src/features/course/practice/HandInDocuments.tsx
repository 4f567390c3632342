/** PDF of a hand-in before its marker. */
import type { MarkedHandIn } from '../../../contract/course/homework.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useCall } from '../../../kit/data/call.ts'
import { DocumentsToNote, type OnWriting } from '../report/DocumentsToNote.tsx'

export function HandInDocuments({ of, onWriting }: { of: MarkedHandIn; onWriting: OnWriting }) {
  const [put] = useCall('PUT /courses/:id/hand-ins/:hand_in/documents/:file/notes')
  const question = (item: string) =>
    t('learn.question_of', { n: of.items.findIndex((i) => i.id === item) + 1, all: of.items.length })
  return (
    <DocumentsToNote
      of={of.documents}
      title={t('homework.document')}
      about={(d) => [question(d.item), d.name, format.size(d.size)].join(' · ')}
      list={t('homework.documents')}
      may={of.state === 'submitted' && (of.can.includes('mark') || of.can.includes('return'))}
      put={(file, body) => put({ params: { id: of.course_id, hand_in: of.id, file }, body })}
      onWriting={onWriting}
    />
  )
}
