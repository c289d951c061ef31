import type { Pool } from 'pg'
import type { Engine, EngineHost, EngineLog, NodeRegistry } from './engine.ts'

export interface EngineOptions {
  /** The engine opens its own 6 connections here and one more to listen. */
  readonly databaseUrl: string
  /** The application's pool, for the tables of db/migrations. */
  readonly pool: Pool
  readonly nodes: NodeRegistry
  readonly host: EngineHost
  /** web: starts runs but takes over none. */
  readonly role: 'web' | 'worker' | 'all'
  readonly log: EngineLog
  /** Default 2,500; a process is taken for dead after four of these. */
  readonly heartbeatMs?: number
  /** Default the interpreter's own version. Runs of another version are restamped when their process is dead. */
  readonly applicationVersion?: string
}

export declare function createEngine(options: EngineOptions): Promise<Engine>
