"""Games as a dataset: decisions, what was seen and results, in Parquet files.

See docs/dataset.md.
"""

from .describing import COLUMNS, ColumnMeaning, describe
from .exporting import Export, export_games

__all__ = ["COLUMNS", "ColumnMeaning", "Export", "describe", "export_games"]
