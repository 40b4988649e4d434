import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage } from '../../words/index.tsx';

export default function NumbersChart({
  points,
  name,
  label,
}: {
  points: readonly { at: number; value: number }[];
  name: string;
  label: string;
}) {
  const time = useTime();
  const { language } = useLanguage();
  const first = points[0];
  const last = points.at(-1);
  const number = (value: number) => value.toLocaleString(language);
  const told = [first, last].map((point) => point && `${time.short(point.at)}: ${number(point.value)}`);
  return (
    <div role="img" aria-label={`${label}. ${told.join(' – ')}`}>
      <AreaChart
        h={160}
        data={points.map((point) => ({ at: point.at, [name]: point.value }))}
        dataKey="at"
        series={[{ name, color: 'ink.5' }]}
        curveType="monotone"
        withDots={points.length < 15}
        valueFormatter={number}
        // Readings are not evenly spaced, so the axis is time itself.
        xAxisProps={{
          type: 'number',
          domain: ['dataMin', 'dataMax'],
          scale: 'time',
          tickFormatter: (at: number) => time.short(at),
          minTickGap: 60,
        }}
        yAxisProps={{ allowDecimals: false, width: 48 }}
        // Without a point under the pointer there is no label.
        tooltipProps={{ labelFormatter: (at) => (Number.isFinite(Number(at)) ? time.short(Number(at)) : '') }}
        areaChartProps={{ accessibilityLayer: false }}
        areaProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
