import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import UserList from './UserList.tsx'

const UserImport = lazy(() => import('./UserImport.tsx'))

/** The list of users, or the desk where lists of them are imported. */
export default function UserManage() {
  const [search] = useSearchParams()
  if (!search.has('desk')) return <UserList />
  return (
    <Suspense fallback={<Loading kind="list" />}>
      <UserImport />
    </Suspense>
  )
}
