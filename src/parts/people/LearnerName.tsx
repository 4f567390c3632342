import './people.css'
import { Link } from 'react-router-dom'

interface LearnerNameProps {
  of: { name: string; username: string }
  /** Where what they did is read. */
  to?: string | undefined
}

/** Name and account of a learner in a line of a table. */
export function LearnerName({ of: { name, username }, to }: LearnerNameProps) {
  return (
    <>
      {to === undefined ? name : <Link to={to}>{name}</Link>}{' '}
      <span className="mg-faint people-account">{username}</span>
    </>
  )
}
