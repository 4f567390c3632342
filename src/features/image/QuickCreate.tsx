import './image.css'
import '../../kit/upload/part.ts'
import { useId, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { largestImage } from '../../contract/device/deposit.ts'
import { agrees, endsOf, recognise } from '../../contract/image/header/recognise.ts'
import type { ReadBytesAt } from '../../contract/image/header/found.ts'
import { image, type ImageCategory, imageCategories, imageTypes } from '../../contract/image/image.ts'
import type { ImageBody } from '../../contract/image/image.schema.ts'
import { imageNameBreaks } from '../../contract/image/name.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { FieldValue } from '../../kit/resource/Value.tsx'
import { labelOf, optionOf } from '../../kit/resource/words.ts'
import { depositActions } from '../../kit/upload/deposit.slice.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Select } from '../../ui/input/Select.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { guess } from './quick.logic.ts'
import { imageReasonText } from '../../parts/image/reason.ts'

type At =
  | { at: 'empty'; refused?: string }
  | { at: 'reading' }
  | { at: 'read'; file: File; body: ImageBody; virtual: number }

const accept = [...new Set(imageTypes.flatMap(endsOf))].map((end) => `.${end}`)
const shown = ['type', 'format', 'os', 'arch', 'virtual_type', 'disk_controller', 'network_card', 'disk'] as const

async function look(file: File): Promise<At> {
  const read: ReadBytesAt = async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer())
  const found = await recognise(read, file.size)
  if (!found.ok)
    return { at: 'empty', refused: imageReasonText({ reason: found.reason, reason_details: found.details }) }
  const body = guess(found, file.name, t('image.quick_description', { file: file.name }))
  const { name, type = 'machine', format: of = 'raw', os = 'other' } = body
  const verdict = agrees(found, { name, type, format: of }, file.name)
  if (!verdict.ok && verdict.reason !== 'store_name')
    return { at: 'empty', refused: imageReasonText({ reason: verdict.reason, reason_details: verdict.details }) }
  const max = largestImage(type, os)
  if (max !== undefined && file.size > max)
    return { at: 'empty', refused: t('image.reason.too_large', { size: format.size(max) }) }
  return { at: 'read', file, body, virtual: found.virtual_size }
}

/** An image from a file in one step: the file is read here before a byte of it is sent. */
export default function QuickCreate() {
  const [at, turn] = useState<At>({ at: 'empty' })
  const take = (file: File) => {
    turn({ at: 'reading' })
    void look(file).then(turn, () => turn({ at: 'empty', refused: t('image.unreadable') }))
  }
  if (at.at === 'read') return <Guessed key={at.file.name} {...at} onBack={() => turn({ at: 'empty' })} />
  return (
    <Page narrow title={t('screen.image-quick-create')} description={t('image.quick_text')}>
      <Panel>
        {at.at === 'reading' ? (
          <Loading kind="text" />
        ) : (
          <FileDrop
            accept={accept}
            max={Number.MAX_SAFE_INTEGER}
            hint={t('upload.rule', { types: accept.join(' ') })}
            onFiles={([file]) => file && take(file)}
          />
        )}
        {at.at === 'empty' && at.refused && (
          <p className="mg-error" role="alert">
            <Icon name="bad" /> {at.refused}
          </p>
        )}
      </Panel>
    </Page>
  )
}

function Guessed({ file, body, virtual, onBack }: Extract<At, { at: 'read' }> & { onBack: () => void }) {
  const [name, setName] = useState(body.name)
  const categoryId = useId()
  const [category, setCategory] = useState<ImageCategory>(body.category)
  const [description, setDescription] = useState(body.description)
  const [problem, setProblem] = useState<AppProblem>()
  const [create, { busy }] = useWrite('POST /images')
  const send = useDispatch()
  const go = useNavigate()
  const wrong = imageNameBreaks(name.trim(), body.type ?? 'machine')[0]
  const start = async () => {
    setProblem(undefined)
    try {
      const row = await create({ body: { ...body, name, category, description } })
      send(depositActions.added({ kind: 'image', target: row.id, file, keep: true }))
      void go(href('image-edit', { id: row.id }))
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Page
      narrow
      title={t('screen.image-quick-create')}
      description={t('image.quick_found', { file: file.name, size: format.size(file.size) })}
      actions={
        <>
          <Button onClick={onBack}>{t('image.quick_other')}</Button>
          <Button tone="primary" icon="upload" busy={busy} disabled={wrong !== undefined} onClick={() => void start()}>
            {t('image.quick_start')}
          </Button>
        </>
      }
    >
      <Panel>
        {problem && <ProblemView compact problem={problem} />}
        <div className="image-quick">
          <TextField
            label={labelOf(image, 'name')}
            required
            value={name}
            onChange={setName}
            error={wrong && tOr([`rule.${wrong.rule}`], wrong.rule, wrong.params)}
          />
          <div className="mg-labelled">
            <label className="mg-label" htmlFor={categoryId}>
              {labelOf(image, 'category')}
            </label>
            <Select
              id={categoryId}
              value={category}
              options={imageCategories.map((value) => ({ value, label: optionOf(image, 'category', value) }))}
              onChange={setCategory}
            />
          </div>
          <TextField label={labelOf(image, 'description')} required value={description} onChange={setDescription} />
        </div>
      </Panel>
      <Panel title={t('image.quick_guessed')} description={t('image.quick_guessed_text')}>
        <KeyValue
          items={[
            ...shown.map((field) => ({
              key: field,
              label: labelOf(image, field),
              value:
                field === 'disk' ? (
                  <span className="mg-num">{format.size((body.disk ?? 0) * 2 ** 30)}</span>
                ) : (
                  <FieldValue resource={image} name={field} row={body} />
                ),
            })),
            {
              key: 'virtual',
              label: labelOf(image, 'virtual_size'),
              value: <span className="mg-num">{format.size(virtual)}</span>,
            },
          ]}
        />
      </Panel>
    </Page>
  )
}
