import './course.css'
import { usePicture } from '../../kit/picture/usePicture.ts'
import { Icon } from '../../ui/icon/Icon.tsx'

/** The picture of a course; of one without, the sign of all courses. It says nothing that its name beside it does not. */
export function CourseCover({ cover }: { cover: string }) {
  const at = usePicture()(cover)
  return (
    <span className="part-course-cover" aria-hidden="true">
      {at ? <img src={at} alt="" loading="lazy" /> : <Icon name="book" size={20} />}
    </span>
  )
}
