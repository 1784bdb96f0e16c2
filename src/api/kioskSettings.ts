import { API_PATHS } from '../contract/paths.ts';
import type { KioskSettingsResponse } from '../contract/tablets.ts';
import { http } from './http.ts';

/** The settings of the tablet that the key belongs to. */
export function fetchKioskSettings(apiKey: string): Promise<KioskSettingsResponse> {
  return http({ apiKey }).get(API_PATHS.kioskSettings).json<KioskSettingsResponse>();
}
