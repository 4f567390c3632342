import { useState } from 'react'
import type { Image } from '../../contract/image/image.schema.ts'
import { image } from '../../contract/image/image.ts'
import { endsOf } from '../../contract/image/header/recognise.ts'
import { largestImage } from '../../contract/device/deposit.ts'
import { t } from '../../i18n/index.ts'
import { forRow } from '../../kit/action/action.ts'
import { PageActions } from '../../kit/action/PageActions.tsx'
import { useActions } from '../../kit/action/useActions.tsx'
import { useRead } from '../../kit/data/api.ts'
import { FieldValue } from '../../kit/resource/Value.tsx'
import { labelOf } from '../../kit/resource/words.ts'
import { UploadPanel } from '../../kit/upload/UploadPanel.tsx'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { connecting, exporting, imageStatusActions } from './actions.ts'
import { ImageStatusLine } from './Standing.tsx'

const facts = ['file_name', 'size', 'virtual_size', 'format', 'sha256'] as const

/** The file of an image: where it stands, its upload, what may be done now. Looked at often while something passes. */
export function ImageFile({ row: first }: { row: Image }) {
  const [passing, setPassing] = useState(false)
  const { data } = useRead('GET /images/:id', { params: { id: first.id } }, { every: passing ? 1000 : 5000 })
  const row = data ?? first
  const passes = row.status === 'saving' || row.arriving?.state === 'open' || row.arriving?.state === 'whole'
  if (passes !== passing) setPassing(passes)
  const doing = useActions<Image>(image)
  const actions = forRow([connecting, ...imageStatusActions, exporting], row)
  const takes = (row.status === 'creating' || row.status === 'to-edit') && !row.bench && row.can.includes('fill')
  return (
    <Panel
      title={t('image.file')}
      description={t(`image.file_${row.status}`)}
      actions={<PageActions<Image> row={row} actions={actions} busy={doing.busy} onStart={doing.start} />}
    >
      <div className="image-file">
        <ImageStatusLine row={row.status === 'saving' ? row : { ...row, arriving: null }} />
        {row.file_name !== '' && (
          <KeyValue
            items={facts
              .filter((name) => row[name] !== '' && row[name] !== 0)
              .map((name) => ({
                key: name,
                label: labelOf(image, name),
                value: <FieldValue resource={image} name={name} row={row} />,
                wide: name === 'sha256',
              }))}
          />
        )}
        <UploadPanel
          kind="image"
          target={row.id}
          arriving={row.arriving}
          accept={endsOf(row.type).map((end) => `.${end}`)}
          max={largestImage(row.type, row.os)}
          open={takes}
          fetch
        />
      </div>
      {doing.element}
    </Panel>
  )
}
