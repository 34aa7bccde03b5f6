// The balance, for the components that show it.
import { createContext } from 'preact';

/** Undefined if no balance is known. */
export const BalanceContext = createContext<string | undefined>(undefined);
