/** What a hall looks up to: the board while the contest goes on, or its reveal afterwards. For a projector. */
import '../contest.css'
import './hall.css'
import { useParams } from 'react-router-dom'
import { BoardDisplay } from './BoardDisplay.tsx'
import { RevealDisplay } from './RevealDisplay.tsx'

export default function FlagDisplay() {
  const { resource_id: id = '', value } = useParams()
  return value === 'reveal' ? <RevealDisplay key={id} id={id} /> : <BoardDisplay key={id} id={id} />
}
