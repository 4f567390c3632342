/** The course as a file: our package, or a cartridge for other platforms. */
import { t } from '../../../i18n/index.ts'
import { ExportMenu } from '../../../kit/list/ExportMenu.tsx'

const formats = [
  { format: 'package', ends: 'zip', label: 'course.file_package' },
  { format: 'cartridge', ends: 'imscc', label: 'course.file_cartridge' },
] as const

export default function CourseFiles({ course }: { course: { id: string; name: string } }) {
  return (
    <ExportMenu
      name={course.name}
      route="GET /courses/:id/file"
      params={{ id: course.id }}
      label={t('course.export')}
      note={t('course.export_note')}
      formats={formats}
    />
  )
}
